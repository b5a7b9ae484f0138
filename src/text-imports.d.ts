// Files that are bundled as text: import text from "./file.sql" with { type: "text" }.
declare module "*.sql" {
  const text: string;
  export default text;
}
declare module "*.css" {
  const text: string;
  export default text;
}
