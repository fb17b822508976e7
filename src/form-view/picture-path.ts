// Where a page finds a picture of its form. [forms.pictures.address]

/** Pictures are on the page's own host, whatever the service was called when the form was written. */
export function pathOfPicture(address: string): string {
  return address.slice(address.lastIndexOf('/pictures/'));
}
