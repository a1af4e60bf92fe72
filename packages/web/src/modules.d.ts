// CSS modules, global style sheets and texts, as the bundler delivers them.

declare module "*.module.css" {
  const classes: { readonly [name: string]: string };
  export default classes;
}
declare module "*.css";
declare module "*?raw" {
  const text: string;
  export default text;
}
