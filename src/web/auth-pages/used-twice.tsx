/** @jsxImportSource hono/jsx */

/** Two parties showed a refresh token of a connection: its person may know why, or acts. */
export const UsedTwice = () => (
  <p class="notice care small">
    <strong>Used from two places at once.</strong> Somebody may have copied the access of this app.
    If you do not know why, disconnect it, then connect the app again.
  </p>
);
