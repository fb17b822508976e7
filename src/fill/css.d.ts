// Styles are for the bundler; a page only names them.
declare module '*.css';
