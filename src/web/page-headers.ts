/** `allowed`: directives of the content security policy, such as "img-src data:". */
export const pageHeaders = (
  allowed: readonly string[],
  referrer: "no-referrer" | "same-origin",
): Readonly<Record<string, string>> => ({
  "Content-Security-Policy": [
    "default-src 'none'",
    ...allowed,
    "frame-ancestors 'none'",
    "base-uri 'none'",
  ].join("; "),
  // For old browsers, which do not know frame-ancestors.
  "X-Frame-Options": "DENY",
  "Referrer-Policy": referrer,
  "Cache-Control": "no-store",
  "X-Robots-Tag": "noindex",
});
