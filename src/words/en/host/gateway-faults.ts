const KNOWN: readonly (readonly [fault: RegExp, words: (code: string) => string])[] = [
  [/^no_answer$/, () => "the gateway gave no answer in time"],
  [/^line_cut$/, () => "the connection broke before the gateway answered"],
  [/^not_the_gateway$/, () => "something else answered, such as the sign-in page of a network"],
  [/^http_511$/, () => "the network wants a sign-in"],
  [/^http_(3\d\d)$/, (code) => `the gateway's address leads elsewhere (${code})`],
  // 20003 is Twilio's code for wrong credentials.
  [/^(?:http_)?(401|403|407|20003)$/, (code) => `the gateway refused the credentials (${code})`],
  [/^http_(404|405)$/, (code) => `the gateway's address accepts no texts (${code})`],
  [/^http_(429|503)$/, (code) => `the gateway is overloaded (${code})`],
  [/^http_(408|5\d\d)$/, (code) => `the gateway had an internal error (${code})`],
  [
    /^([A-Z_]*(?:CERT|SIGNATURE)[A-Z_]*)$/,
    (code) => `the gateway's certificate is not valid (${code})`,
  ],
  [/^(E[A-Z_]+)$/, (code) => `the gateway cannot be reached (${code})`],
];

/** Null if the fault concerns a single text, not the gateway or the connection. */
export function gatewayTrouble(fault: string): string | null {
  for (const [pattern, words] of KNOWN) {
    const found = pattern.exec(fault);
    if (found !== null) return words(found[1] ?? "");
  }
  return null;
}

export const faultWords = (fault: string): string =>
  gatewayTrouble(fault) ?? `the gateway said ${fault}`;
