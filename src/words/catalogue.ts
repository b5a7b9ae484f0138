import type { Reason, ReasonKind, ReasonOf } from "../domain/errors.ts";
import type { Skip } from "../domain/reasons/waitlist.ts";
import type { Warning, WarningKind } from "../domain/warnings.ts";

/**
 * A sentence, or a function that builds it from facts; `say` puts a reason among the facts into
 * words.
 */
export type Sentence<Facts> = string | ((facts: Facts, say: (reason: Reason) => string) => string);

/** The sentence of every kind of reason: a missing one does not compile. */
export type ReasonSentences = { readonly [Kind in ReasonKind]: Sentence<ReasonOf<Kind>> };

/** The sentence of every kind of warning. */
export type WarningSentences = {
  readonly [Kind in WarningKind]: Sentence<Extract<Warning, { readonly kind: Kind }>>;
};

/** The sentence of every reason why a waiting guest was passed over. */
export type SkipSentences = {
  readonly [Kind in Skip["kind"]]: Sentence<Extract<Skip, { readonly kind: Kind }>>;
};
