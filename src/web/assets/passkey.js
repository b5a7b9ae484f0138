// Asks the browser for a passkey and sends its answer with the form, or shows why there is no answer.
// Without scripts or passkeys the form stays hidden, and the other ways to sign in remain.
(() => {
  if (!window.PublicKeyCredential) return;
  const bytesOf = (text) =>
    Uint8Array.from(atob(text.replace(/-/g, "+").replace(/_/g, "/")), (one) => one.charCodeAt(0));
  const textOf = (buffer) =>
    btoa(String.fromCharCode(...new Uint8Array(buffer)))
      .replace(/\+/g, "-")
      .replace(/\//g, "_")
      .replace(/=/g, "");
  const withBytes = (listed) => listed?.map((one) => ({ ...one, id: bytesOf(one.id) }));

  function publicKeyOf(options) {
    const publicKey = {
      ...options,
      challenge: bytesOf(options.challenge),
      allowCredentials: withBytes(options.allowCredentials),
      excludeCredentials: withBytes(options.excludeCredentials),
    };
    if (options.user) publicKey.user = { ...options.user, id: bytesOf(options.user.id) };
    return publicKey;
  }

  function jsonOf({ id, rawId, type, response }) {
    const parts = {};
    for (const name of [
      "clientDataJSON",
      "attestationObject",
      "authenticatorData",
      "signature",
      "userHandle",
    ]) {
      if (response[name]) parts[name] = textOf(response[name]);
    }
    return JSON.stringify({ id, rawId: textOf(rawId), type, response: parts });
  }

  const WHY = {
    InvalidStateError: "This device already has a passkey for this account.",
    NotAllowedError:
      "No passkey was used: you cancelled, it took too long, or this device has none.",
  };

  async function send(form, told) {
    told.textContent = "";
    try {
      const publicKey = publicKeyOf(JSON.parse(form.dataset.options));
      const credential = await navigator.credentials[form.dataset.passkey]({ publicKey });
      form.elements.response.value = jsonOf(credential);
      form.submit();
    } catch (error) {
      told.textContent = WHY[error.name] ?? `The browser could not use a passkey: ${error.message}`;
    }
  }

  for (const form of document.querySelectorAll("form[data-passkey]")) {
    form.hidden = false;
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      void send(form, form.querySelector("[data-told]"));
    });
  }
})();
