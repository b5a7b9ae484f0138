/** @jsxImportSource hono/jsx */
import { pageAnswer } from "../auth-pages/answers.ts";

/** A page without the frame of a restaurant, for people who are not in its team. */
export const outsidePage = (status: number, title: string, text: string): Promise<Response> =>
  pageAnswer({
    status: status,
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
