// Goal: if a tool call asks the person at the client a question (MCP elicitation), the connection
// stays open for the answer. The question ends when its time is over or the server stops.
import { expect, test } from "bun:test";
import { createStreamQuestions, type SendQuestion } from "../../src/mcp/stream-questions.ts";

const CALL = { principal: "key-1", session: "forms-1", id: 7 };
const HOUR = 3_600_000;

/** Answers a call with what became of its question; with nothing if the client has gone. */
const run = async (send: SendQuestion) => {
  const reply = await send({ message: "May I?" });
  return reply.is === "gone" ? null : { came: reply.is };
};

test('a question ends with the result "late" when its time is over', async () => {
  const streams = createStreamQuestions({ withinMs: 0, keepAliveMs: HOUR });
  const text = await streams.answer(CALL, run).text();
  expect(text).toContain('"method":"elicitation/create","params":{"message":"May I?"}');
  expect(text).toContain('data: {"result":{"came":"late"},"jsonrpc":"2.0","id":7}');
});

test("a question ends without an answer when the server stops", async () => {
  const streams = createStreamQuestions({ withinMs: HOUR, keepAliveMs: HOUR });
  const response = streams.answer(CALL, run);
  streams.close();
  const text = await response.text();
  expect(text).toContain("elicitation/create");
  expect(text).not.toContain("result");
  expect(streams.hasRoom(CALL.principal)).toBe(true);
});

test("while a question is open, the server sends comments that keep the connection open", async () => {
  const streams = createStreamQuestions({ withinMs: HOUR, keepAliveMs: 1 });
  const body = streams.answer(CALL, run).body as ReadableStream<Uint8Array>;
  const decoder = new TextDecoder();
  let text = "";
  for await (const piece of body) {
    text += decoder.decode(piece);
    if (text.includes("\n: ")) streams.close();
  }
  expect(text).toContain(": waiting for the user\n\n");
  expect(text).not.toContain("result");
});

test("a client that left between two questions does not get the second", async () => {
  const streams = createStreamQuestions({ withinMs: HOUR, keepAliveMs: HOUR });
  const answered = Promise.withResolvers<void>();
  const left = Promise.withResolvers<void>();
  const ended = Promise.withResolvers<unknown>();
  const response = streams.answer(CALL, async (send) => {
    await send({ message: "May I?" });
    answered.resolve();
    await left.promise;
    ended.resolve(await send({ message: "And this?" }));
    return null;
  });
  const reader = (response.body as ReadableStream<Uint8Array>).getReader();
  const { value } = await reader.read();
  const [, asked = ""] = new TextDecoder().decode(value).split("data: ");
  const { id } = JSON.parse(asked);
  streams.takeAnswer({ id, result: { action: "accept" } }, CALL);
  await answered.promise;
  await reader.cancel();
  left.resolve();
  expect(await ended.promise).toEqual({ is: "gone" });
});
