// Goal: a form is read as RFC 6749, section 3.2, says. A repeated parameter is refused, and an empty
// one is absent. A form that is too large is not read to its end.
import { describe, expect, test } from "bun:test";
import { OAuthError } from "../../../src/auth/oauth/errors.ts";
import { FORM_LIMIT, formOf, readForm, repeatedIn } from "../../../src/auth/oauth/form.ts";
import { MOST_FIELDS } from "../../../src/domain/form-fields.ts";

const TYPE = "application/x-www-form-urlencoded";
const read = (body: NonNullable<RequestInit["body"]>, type: string | null = TYPE, query = "") =>
  readForm(
    new Request(`https://book.example.com/token${query}`, {
      method: "POST",
      body,
      ...(type === null ? {} : { headers: { "Content-Type": type } }),
    }),
  );
const refusal = async (reading: Promise<unknown>): Promise<OAuthError> => {
  const error = await reading.catch((thrown: unknown) => thrown);
  if (error instanceof OAuthError) return error;
  throw new Error(`Not refused: ${String(error)}`);
};

test.each([TYPE, `${TYPE}; charset=UTF-8`, TYPE.toUpperCase()])("%s is a form", async (type) => {
  const form = await read("a=1&b=%C3%A9+x&resource=one&resource=two&empty=", type);
  expect([form.get("a"), form.get("b"), form.get("c")]).toEqual(["1", "é x", null]);
  expect(form.all("resource")).toEqual(["one", "two"]);
  expect([form.has("empty"), form.get("empty")]).toEqual([false, null]);
});

test("an empty body is an empty form", async () => {
  expect((await read("")).entries).toEqual([]);
});

describe("a form is refused:", () => {
  test.each<[string, () => Promise<unknown>, string]>([
    ["JSON", () => read("{}", "application/json"), "application/json"],
    ["multipart", () => read("x", "multipart/form-data; boundary=x"), "multipart/form-data"],
    ["no type", () => read(new Uint8Array([97]), null), "missing"],
    ["a parameter twice", () => read("a=1&b=2&a=3"), "a is given more than once"],
    ["the same value twice", () => read("a=1&a=1"), "a is given more than once"],
    ["a query", () => read("a=1", TYPE, "?b=2"), "query"],
  ])("%s", async (_, reading, words) => {
    const error = await refusal(reading());
    expect([error.code, error.status]).toEqual(["invalid_request", 400]);
    expect(error.message).toContain(words);
  });

  test("more parameters than the limit, even small ones", async () => {
    const many = Array.from({ length: MOST_FIELDS }, (_, n) => `p${n}=1`).join("&");
    expect((await read(many)).entries).toHaveLength(MOST_FIELDS);
    const { status, message } = await refusal(read(`${many}&client_id=x`));
    expect([status, message]).toEqual([413, "The form has more than 1200 parameters."]);
  });

  test("more than 64 KB, without reading the rest", async () => {
    let pulled = 0;
    const endless = new ReadableStream<Uint8Array>({
      pull(controller) {
        pulled += 1;
        controller.enqueue(new Uint8Array(16 * 1024).fill(97));
      },
    });
    expect((await refusal(read(endless))).status).toBe(413);
    expect(pulled * 16 * 1024).toBeLessThan(4 * FORM_LIMIT);
    expect((await read(`a=${"b".repeat(FORM_LIMIT - 2)}`)).get("a")).toHaveLength(FORM_LIMIT - 2);
  });
});

test("a name in a query is reported if two of its values are not empty; the name resource may be repeated", () => {
  const form = formOf(new URLSearchParams("a=1&a=2&b=&b=3&resource=x&resource=y"));
  expect(repeatedIn(form)).toEqual(["a"]);
  expect(form.get("b")).toBe("3");
});
