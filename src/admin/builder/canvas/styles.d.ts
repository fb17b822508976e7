// Styles as a text, for a shadow root: scripts/build-web.mjs.
declare module '*.css?inline' {
  const css: string;
  export default css;
}
