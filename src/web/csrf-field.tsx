/** @jsxImportSource hono/jsx */

export const CsrfField = ({ token }: { readonly token: string }) => (
  <input type="hidden" name="csrf" value={token} />
);
