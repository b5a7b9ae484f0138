/** A page with a single message. Code is between backticks. */
export interface Notice {
  readonly title: string;
  readonly text: readonly string[];
  readonly small?: string;
}

const LINK_EXPIRED = "This link has expired";
const LINK_INVALID = "This link is not valid";
const ASK_OWNER = "An owner of your restaurant can make a new link, under Access, Team.";
const SETUP_LINKS =
  "Set-up links work for 30 minutes, and only the newest link works. To get a new link, restart `maitred serve`.";

export const notices = {
  noCookie: {
    title: "This page is out of date",
    text: [
      "Your browser did not send the cookie that we gave it, so nothing was done. Allow cookies for this site, then go back, reload the page and try again.",
    ],
    small:
      "Some browsers (Safari) do not keep cookies of http://127.0.0.1. Open this address in another browser.",
  },
  staleForm: {
    title: "This page is out of date",
    text: [
      "Somebody else has signed in since this page was opened, or the form came from another site. Nothing was done. Go back, reload the page and try again.",
    ],
  },
  goneRequest: {
    title: "This request has ended",
    text: [
      "It has expired, was answered by somebody else, or was started in another browser. Nothing was connected.",
      "Go back to the app and connect again, using only one browser.",
    ],
    small:
      "If you did not start this yourself, close this page: somebody may want you to connect their app.",
  },
  noOAuth: (origin: string): Notice => ({
    title: "Apps cannot be connected here",
    text: [
      `\`${origin}\` is not encrypted, so others on the network could read what an app receives.`,
      "The person who runs this server can put the server behind https (--origin https://...). Until then, programs can use an API key.",
    ],
  }),
  tooMany: (seconds: number): Notice => ({
    title: "Too many tries",
    text: [`Please wait ${seconds === 1 ? "a second" : `${seconds} seconds`}, then try again.`],
  }),
  isSetUp: {
    title: "maitred is set up already",
    text: ["The first account exists, so this link no longer works."],
  },
  setupExpired: { title: LINK_EXPIRED, text: [SETUP_LINKS] },
  setupUnknown: { title: LINK_INVALID, text: [SETUP_LINKS] },
  joinExpired: {
    title: LINK_EXPIRED,
    text: [`Links like this are good for a week. ${ASK_OWNER}`],
  },
  joinUnknown: {
    title: LINK_INVALID,
    text: [`It has been used, was replaced by a newer link, or is not complete. ${ASK_OWNER}`],
  },
} satisfies Readonly<Record<string, Notice | ((fact: never) => Notice)>>;

export const stopped = {
  notSentBack:
    "Nothing was connected, and you were not sent back, because the app's address could not be checked. Close this page. To try again, remove the connection in the app and add it again.",
  notAccepted: "The app asked in a way that this server does not accept, so nothing was connected.",
  forMakers: (description: string): string => `For the makers of the app: ${description}`,
  failed: (description: string): string => `${description} Nothing was connected.`,
  wantsBack: "The app wants to send you back to",
  unchecked: "Nobody has checked this address. If you do not know it, close this page.",
  goBack: "Go back to the app",
};

export const testText = (brand: string, at: string): string =>
  `${brand}: this is a test, sent at ${at}. Texts from the reservation desk arrive here.`;
