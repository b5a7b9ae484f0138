// These files are imported as text: import text from "./x.sql" with { type: "text" }
declare module "*.sql" {
  const text: string;
  export default text;
}
declare module "*.css" {
  const text: string;
  export default text;
}
declare module "*/assets/desk.js" {
  const text: string;
  export default text;
}
declare module "*/assets/access.js" {
  const text: string;
  export default text;
}
declare module "*/assets/floor.js" {
  const text: string;
  export default text;
}
declare module "*/assets/places.js" {
  const text: string;
  export default text;
}
declare module "*/assets/booking.js" {
  const text: string;
  export default text;
}
declare module "*/assets/print.js" {
  const text: string;
  export default text;
}
declare module "*/assets/set-up.js" {
  const text: string;
  export default text;
}
declare module "*/assets/drafts.js" {
  const text: string;
  export default text;
}
declare module "*/assets/passkey.js" {
  const text: string;
  export default text;
}
declare module "htmx.org/dist/htmx.min.js" {
  const text: string;
  export default text;
}
declare module "*/views/bridge.js" {
  const text: string;
  export default text;
}
declare module "*/views/elements.js" {
  const text: string;
  export default text;
}
declare module "*/views/tonight.js" {
  const text: string;
  export default text;
}
declare module "*/views/availability.js" {
  const text: string;
  export default text;
}
declare module "*/views/floor.js" {
  const text: string;
  export default text;
}
