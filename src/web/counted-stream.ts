const EVENTS = "text/event-stream";

/** Calls `opened` when an event stream starts. `opened` returns a function to call when the stream ends. */
export function countedStream(answer: Response, opened: () => () => void): Response {
  const { body } = answer;
  if (body === null || !(answer.headers.get("content-type") ?? "").startsWith(EVENTS))
    return answer;
  const ended = opened();
  const reader = body.getReader();
  const counted = new ReadableStream<Uint8Array>({
    async pull(controller) {
      try {
        const { done, value } = await reader.read();
        if (!done) return controller.enqueue(value);
        ended();
        controller.close();
      } catch (error) {
        ended();
        controller.error(error);
      }
    },
    async cancel(reason) {
      ended();
      await reader.cancel(reason);
    },
  });
  return new Response(counted, answer);
}
