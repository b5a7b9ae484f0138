// MCP Apps (revision 2026-01-26): a view exchanges JSON-RPC with the chat program (the host) by postMessage.
window.bridge = (() => {
  const waiting = new Map();
  let lastId = 0;

  // The target is "*", because the host's origin is unknown here. Only the parent window gets the message.
  const send = (message) => window.parent.postMessage({ jsonrpc: "2.0", ...message }, "*");

  const request = (method, params) =>
    new Promise((resolve, reject) => {
      lastId += 1;
      waiting.set(lastId, { resolve, reject });
      send({ id: lastId, method, params });
    });

  const settle = ({ id, result, error }) => {
    const call = waiting.get(id);
    waiting.delete(id);
    if (error === undefined) call?.resolve(result);
    else call?.reject(new Error(error.message));
  };

  const applyTheme = ({ theme, styles } = {}) => {
    const root = document.documentElement;
    if (theme !== undefined) root.style.colorScheme = theme;
    for (const [name, value] of Object.entries(styles?.variables ?? {})) {
      if (name.startsWith("--") && value) root.style.setProperty(name, value);
    }
  };

  const answerOf = ({ isError, structuredContent, content = [] }) => {
    const text = content.map((part) => part.text ?? "").join("\n");
    const refusal = structuredContent?.error;
    if (isError || refusal) return { refusal: { suggestions: [], message: text, ...refusal } };
    return { data: structuredContent ?? {}, text };
  };

  const heard = (message, handlers) => {
    const { id, method, params } = message;
    if (method === undefined) settle(message);
    else if (method === "ui/notifications/tool-input") handlers.input(params.arguments ?? {});
    else if (method === "ui/notifications/tool-result") handlers.result(answerOf(params));
    else if (method === "ui/notifications/host-context-changed") applyTheme(params);
    else if (method === "ui/resource-teardown" || method === "ping") send({ id, result: {} });
    else if (id !== undefined) send({ id, error: { code: -32601, message: "Method not found" } });
  };

  const reportHeight = () => {
    const { height } = document.documentElement.getBoundingClientRect();
    send({ method: "ui/notifications/size-changed", params: { height: Math.ceil(height) } });
  };

  return {
    /** Connects to the host. `input` gets the arguments of the tool call, `result` the tool's answer. */
    async start(handlers) {
      window.addEventListener("message", ({ source, data }) => {
        if (source === window.parent && data?.jsonrpc === "2.0") heard(data, handlers);
      });
      const { hostContext } = await request("ui/initialize", {
        appInfo: { name: "maitred", version: "1" },
        appCapabilities: { availableDisplayModes: ["inline"] },
        protocolVersion: "2026-01-26",
      });
      applyTheme(hostContext);
      send({ method: "ui/notifications/initialized", params: {} });
      new ResizeObserver(reportHeight).observe(document.documentElement);
    },
    /** Calls a tool of maitred. Never rejects: if the host does not allow the call, returns a refusal. */
    async call(name, args) {
      try {
        return answerOf(await request("tools/call", { name, arguments: args }));
      } catch (error) {
        return { refusal: { suggestions: [], message: error.message } };
      }
    },
    /** Tells the assistant what a person did in the view. Hosts may ignore the message. */
    tell(text) {
      const content = [{ type: "text", text }];
      request("ui/update-model-context", { content }).catch(() => undefined);
    },
  };
})();
