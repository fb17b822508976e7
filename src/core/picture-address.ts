// Addresses of pictures that owners sent for their forms: POST /form/{formId}/pictures. [forms.pictures.address]

/** Of any host: a service may be called by another name than when the form was written. */
export const pictureAddress = /^(?:https?:\/\/[^\s/]+)?\/pictures\/[\w-]{22}$/;
