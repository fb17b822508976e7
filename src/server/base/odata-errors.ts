// The errors that only the OData tables have; part of the catalogue in errorCatalogue.ts. [odata.errors]

export const odataErrors = {
  odataOptionUnknown: { status: 400 },
  odataOptionTwice: { status: 400 },
  odataNumberWrong: { status: 400 },
  odataValueWrong: { status: 400 },
  odataColumnUnknown: { status: 400 },
  odataFilterUnreadable: { status: 400 },
  odataFilterTypes: { status: 400 },
  odataFilterTooLarge: { status: 400 },
  odataTokenWrong: { status: 400 },
  odataVersionWrong: { status: 400 },
  odataOriginRefused: { status: 403 },
  odataPathUnknown: { status: 404 },
  odataRowNotFound: { status: 404 },
  odataReadOnly: { status: 405 },
  odataFormatWrong: { status: 406 },
  odataNotSupported: { status: 501 },
  odataCountTooLong: { status: 501 },
} as const;
