// Functions that take text or data and are not measured by text-growth.test.ts, each with the reason. A new function that
// takes text is in neither list, and the test that compares them with the code says so.

export interface Exemption {
  readonly reason: string;
  readonly covers: (what: { readonly file: string; readonly parameters: string }) => boolean;
}

/** Whole folders, and whole kinds of functions by what they are given. */
export const exemptKinds: readonly Exemption[] = [
  {
    reason: 'SQL: texts are parameters of statements, and the database does the work',
    covers: ({ file }) => file.startsWith('server/store/'),
  },
  {
    reason: "the operator's own words: command line, settings, processes, jobs",
    covers: ({ file }) =>
      /^server\/(?:process\/|jobs\/|postgres\/|(?:cli|flags|commands|explain-failure|config|main|sets-commands|sets-history-commands|fair-queues)\b)/.test(
        file,
      ),
  },
  {
    reason: 'registries that the service itself fetches or brings along, read in a job',
    covers: ({ file }) => file.startsWith('server/registries/'),
  },
  { reason: 'our own route table', covers: ({ file }) => file.startsWith('server/openapi/') },
  {
    reason: 'steps and characters are counted by a budget for each request: engine.test.ts',
    covers: ({ file }) => file.startsWith('core/expression/'),
  },
  {
    reason:
      'puts others together: handlers, routes and what needs the services; their texts go through the functions measured',
    covers: ({ parameters }) =>
      /\b(?:\w*Services|ApiRequest|FastifyInstance|FastifyRequest|FastifyReply|Runner|Transaction|Sql|Db|Config)\b/.test(
        parameters,
      ),
  },
];

/** One by one, by reason. */
export const exemptFunctions: Readonly<Record<string, readonly string[]>> = {
  'a form definition: bounded when it is written, measured by engine.test.ts': [
    'core/check-form.ts checkForm',
    'core/check-form.ts checkFormInSteps',
    'core/compile-field.ts compileField',
    'core/compile-field.ts compileRowRules',
    'core/compile-shapes.ts compileShapes',
    'core/data-paths.ts findRead',
    'core/definition-problems.ts addProblem',
    'core/definition-problems.ts readCondition',
    'core/definition-problems.ts readExpression',
    'core/definition-problems.ts readTemplate',
    'core/element-kind.ts elementKind',
    'core/element-kind.ts opensObject',
    'core/form-cost.ts checkWork',
    'core/form-cost.ts patternLimits',
    'core/form-plan.ts compileForm',
    'core/form-plan.ts compileFormInSteps',
    'core/form-plan.ts readForm',
    'core/form-plan.ts readFormInSteps',
    'core/literal-template.ts literalTemplate',
    'core/literal-template.ts readLiteral',
    'core/options.ts compileOptions',
    'core/read-simple-pattern.ts readSimplePattern',
    'core/simple-pattern.ts compileSimplePattern',
    'core/simple-pattern.ts needsPatternEngine',
    'core/uses-expressions.ts usesExpressions',
    'core/uses-patterns.ts usesPatterns',
    'core/validation/file-limits.ts compileFileLimits',
    'core/validation/remote.ts compileRemote',
    'core/validation/rules.ts compileCheck',
    'core/validation/rules.ts isLiteralLimit',
    'core/value-type-of.ts dateModeOf',
    'core/value-type-of.ts hasOptions',
    'core/value-type-of.ts hasQuestions',
    'core/value-type-of.ts itemTypeOf',
    'core/value-type-of.ts valueTypeOf',
    'core/values/matrix.ts matrixValue',
    'core/walk-elements.ts rootPlace',
    'core/walk-elements.ts walkElements',
    'server/forms/compile-rules.ts mayArchive',
    'server/forms/compile-rules.ts compileRules',
    'server/files/files-of-entries.ts keepsFiles',
    'server/forms/form-defaults.ts omitDefaults',
    'server/forms/form-version.ts respondWithForm',
    'server/forms/parse-definition.ts parseDefinition',
    'server/forms/present-form.ts presentFormToFiller',
    'server/forms/read-definition.ts readDefinition',
    'server/forms/start-form.ts refuseClosed',
    'server/web/form-parts.ts formParts',
    'server/pdf/form-outline.ts outlineForm',
  ],
  'looks at one property or hands a value on': [
    'server/entries/actions.ts refuseFullHistory',
    'core/row-state.ts noteRunOut',
    'core/size-text.ts sizeText',
    'core/validation/message.ts modelPath',
    'core/values/value-type.ts isNothing',
    'core/values/value-type.ts isPlainObject',
    'core/values/value-type.ts ownValue',
    'server/entry-facts/form-facts.ts formFacts',
    'server/entry-facts/form-facts.ts refuseTooMuchWork',
    'server/entry-facts/present-entry.ts presentMarker',
    'server/files/storage-error.ts asStorageError',
  ],
  'inside a function that is measured': [
    'core/locale-messages.ts itemText',
    'core/row-state.ts readEntry',
    'core/validation/remote.ts remoteCheck',
    'core/validation/run-remote-checks.ts runRemoteChecks',
    'core/validation/validate-entry.ts mustCheckSaved',
    'core/validation/validate-entry.ts mustCheckTemplate',
    'server/after-actions/ui-actions.ts uiActions',
    'server/entry-facts/entry-facts.ts entryScope',
    'server/entry-facts/present-entry.ts entryPresenter',
    'server/export/export-columns.ts chooseColumns',
    'server/export/write-csv.ts writeCsv',
    'server/http/response-parts.ts responseParts',
    'server/http/checks.ts check',
    'server/identity/password-rules.ts checkNewPassword',
    'server/insight/entry-counter.ts createEntryCounter',
    'server/web/page-shell.ts pageShell',
  ],
  'ids, keys, days and time zones that were checked before': [
    'server/entry-facts/bewit.ts makeBewit',
    'server/entry-facts/present-entry.ts idInText',
    'server/files/storage-error.ts presentStorageError',
    'server/http/id-filter.ts readIdFilter',
    'server/http/checks.ts takesOnlyIds',
    'server/identity/login-token.ts issueLoginToken',
    'server/insight/local-days.ts localDays',
    'server/new-id.ts createNewId',
    'server/insight/local-days.ts startOfDay',
    'server/files/storage/measured-content.ts measuredContent',
    'server/files/storage/storage-key.ts formOfStorageKey',
    'server/files/storage/storage-key.ts newStorageKey',
    'server/files/storage/storage-key.ts timeOfStorageKey',
  ],
  'our own constants, settings and files': [
    'core/validation/validation-case.ts formOf',
    'server/export/utf8-writer.ts markCharacters',
    'server/identity/secrets.ts deriveSecrets',
    'server/mail/outbox-mail.ts openOutboxMail',
    'server/mail/smtp-mail.ts openSmtpMail',
    'server/web/home-page.ts homePage',
    'server/web/page-shell.ts storageMeta',
    'server/pdf/describe-entry.ts dateParts',
    'server/pdf/typst-child.ts startTypstChild',
    'server/quotas/quota-limits.ts isLimitName',
    'server/quotas/set-quota.ts readQuotaChange',
    'server/files/storage/disk-storage.ts openDiskStorage',
    'server/files/storage/list-disk-keys.ts listDiskKeys',
  ],
  'runs in the typesetting process, which has a limit of time and memory': [
    'server/pdf/declare-conformance.ts identifyStandards',
    'server/pdf/join-pdfs.ts joinPdfs',
  ],
  'bytes of files: a number of pictures and a size for each': ['server/pdf/pictures.ts readPictures'],
  'a password of at most 1,024 characters; hashing has a queue and a thread of its own': [
    'server/identity/password.ts hashPassword',
    'server/identity/password.ts isPasswordRight',
  ],
};
