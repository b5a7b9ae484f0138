/** @jsxImportSource hono/jsx */

/** Binds a form to the browser and the person that it was shown to. */
export const CsrfField = ({ token }: { readonly token: string }) => (
  <input type="hidden" name="csrf" value={token} />
);
