/** @jsxImportSource hono/jsx */

import type { Child } from "hono/jsx";
import type { DomainError, ErrorCode } from "../../domain/errors.ts";
import type { Operation } from "../../operations/define.ts";
import { pageAnswer } from "../auth-pages/answers.ts";
import { CsrfField } from "../csrf-field.tsx";
import { ButtonLink } from "./components/button.tsx";
import { Concerned } from "./components/concerned.tsx";
import { Fact } from "./components/fact.tsx";
import { Reasons } from "./components/reason.tsx";
import { at, type Content, type DeskVisit, type PageProps } from "./desk-visit.ts";
import { backOf } from "./page-path.ts";
import type { Resubmission } from "./resubmission.ts";
import { resubmittedFields } from "./resubmitted-fields.ts";
import { PageHead } from "./shell.tsx";

export const nothingHere = (visit: DeskVisit): Content => ({
  title: "Not found",
  status: 404,
  children: (
    <Dead visit={visit} title="There is nothing here">
      <p>The address is wrong, or the page no longer exists.</p>
    </Dead>
  ),
});

export const notKept = (visit: DeskVisit): Content => ({
  title: "Not found",
  status: 404,
  children: (
    <Dead visit={visit} title="This form is no longer here">
      <p>
        Forms are kept for half an hour, and only for the person who filled them in. If a colleague
        filled in this form, they can open it here when they sign in. Nothing was changed.
      </p>
    </Dead>
  ),
});

const STATUS: Partial<Record<ErrorCode, number>> = {
  NOT_FOUND: 404,
  BRAND_MISMATCH: 404,
  FORBIDDEN_SCOPE: 403,
  FORBIDDEN_TOOL: 403,
  INVALID_INPUT: 400,
};

export const refusedPage = (visit: DeskVisit, error: DomainError): Content => ({
  title: "Not possible",
  status: STATUS[error.code] ?? 409,
  children: (
    <Dead visit={visit} title="That is not possible">
      <Reasons reasons={error.reasons} />
    </Dead>
  ),
});

const Dead = ({ visit, title, children }: PageProps<{ title: string; children: Child }>) => (
  <>
    <PageHead title={title} />
    {children}
    <p class="line way-out">
      <ButtonLink href={at(visit)} look="main">
        To tonight
      </ButtonLink>
    </p>
  </>
);

export function keptPage(
  visit: DeskVisit,
  { path, fields }: Resubmission,
  write: Pick<Operation, "title"> | null,
): Content {
  const title = write?.title ?? "Your form";
  const facts = resubmittedFields(fields, visit.brand.settings.timeZone);
  return {
    title: "Send it now?",
    children: (
      <>
        <PageHead title="Send it now?" />
        <div class="stack">
          <p class="soft">
            You were signed out when you sent this form, so nothing has happened yet. Check it, then
            send it.
          </p>
          <form method="post" action={at(visit, path)} class="card stack">
            <h2>{title}</h2>
            <Concerned visit={visit} fields={fields} />
            <CsrfField token={visit.csrf} />
            {[...fields].map(([name, value]) => (
              <input type="hidden" name={name} value={value} />
            ))}
            <dl class="facts">
              {facts.map(([name, value]) => (
                <Fact name={name}>
                  <bdi>{value}</bdi>
                </Fact>
              ))}
            </dl>
            <div class="line">
              <button type="submit" class="b main">
                Send
              </button>
              <ButtonLink href={backOf(fields.get("back"), visit.brand.slug)}>
                Don't send
              </ButtonLink>
            </div>
          </form>
        </div>
      </>
    ),
  };
}

export const outsidePage = (status: number, title: string, text: string): Promise<Response> =>
  pageAnswer({
    status,
    title,
    children: (
      <>
        <p class="lead">{text}</p>
        <div class="stack">
          <a class="button" href="/">
            To your restaurant
          </a>
        </div>
      </>
    ),
  });
