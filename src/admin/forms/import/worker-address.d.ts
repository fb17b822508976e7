// The address of a script that runs beside the page: scripts/build-web.mjs.
declare module '*?worker' {
  const address: string;
  export default address;
}
