/**
 * Headers of a page for people: kept by nobody, found by no search, framed by no other page, and
 * loading nothing but what `allowed` names (directives of a Content-Security-Policy).
 */
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
  // For browsers from before frame-ancestors.
  "X-Frame-Options": "DENY",
  "Referrer-Policy": referrer,
  "Cache-Control": "no-store",
  "X-Robots-Tag": "noindex",
});
