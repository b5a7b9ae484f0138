import { html } from "hono/html";
import { DomainError } from "../../domain/errors.ts";
import { deskAnswer } from "./answers.ts";
import type { Shared } from "./desk-shared.ts";
import type { Content, DeskVisit } from "./desk-visit.ts";
import { pageAt } from "./pages.ts";
import { nothingHere, refusedPage } from "./plain-pages.tsx";
import { bare, shell } from "./shell.tsx";
import { brandCookie, lastBrandOf } from "./theme.ts";
import { isOfToast, toastOf } from "./toast.tsx";

/** True if htmx loads a part of the page, such as a preview. A part cannot show a flash message. */
const isForPart = (headers: Headers): boolean => /#(?!desk$)/.test(headers.get("hx-target") ?? "");

export async function showPage(shared: Shared, visit: DeskVisit): Promise<Response> {
  const { headers } = visit.request;
  const { sessionId } = visit.signedIn;
  const isTold = !headers.has("x-live") && !isForPart(headers);
  const flash = isTold ? shared.flashes.take(sessionId) : shared.flashes.again(sessionId);
  const told = { ...visit, flash };
  const found = pageAt(told);
  if (found === null) return show(told, nothingHere(told));
  const own = visit.refused === null || isOfToast(visit.refused) ? null : visit.refused;
  try {
    const content = await found.page.show({ ...told, refused: own, params: found.params });
    return content instanceof Response ? content : show(told, content);
  } catch (error) {
    if (error instanceof DomainError) return show(told, refusedPage(told, error));
    throw error;
  }
}

const EXPLAINS_REFUSAL = /role="alert"|aria-invalid="true"/;

async function whole(visit: DeskVisit, content: Content) {
  const children = await html`${content.children}`;
  const isSaid = visit.refused !== null && EXPLAINS_REFUSAL.test(String(children));
  return shell(visit, { ...content, children }, isSaid ? null : await toastOf(visit));
}

export async function show(visit: DeskVisit, content: Content): Promise<Response> {
  const { request, brand, refused } = visit;
  const status = content.status ?? (refused === null ? 200 : 422);
  const answer = await deskAnswer(
    request,
    isForPart(request.headers) ? bare(content) : await whole(visit, content),
    status,
  );
  if (lastBrandOf(request) !== brand.slug) {
    answer.headers.append("Set-Cookie", brandCookie(brand.slug));
  }
  return answer;
}
