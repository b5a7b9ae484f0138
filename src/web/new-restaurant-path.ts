/** Where a house gets its first restaurant, and every other one. */
export const NEW_RESTAURANT_PATH = "/new-restaurant";
