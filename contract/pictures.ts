// Kept out of the schema files, because the browser never loads their library.

/** What a user may upload at most; the page makes larger photos smaller first. */
export const PICTURE_MAX_BYTES = 2 * 1024 * 1024
/** In base64 and JSON. */
export const PICTURE_BODY_MAX_BYTES = Math.ceil(PICTURE_MAX_BYTES / 3) * 4 + 1024
export const PICTURES_PER_MESSAGE = 3
/** A picture is kept with sides of at most this. */
export const PICTURE_SIDE_MAX = 1600
