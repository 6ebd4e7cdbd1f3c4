/** Files of clients that the server keeps. The database has the same bounds, so they are no settings. */
export const FILE_MAX_BYTES = 300 * 1024 ** 2
export const FILE_PART_BYTES = 1024 ** 2
/** A part arrives in base64, inside JSON. */
export const FILE_PART_BODY_MAX_BYTES = 1_500_000
/** Letters of every file system and address, so that the name needs no encoding anywhere. */
export const FILE_NAME = '^[A-Za-z0-9][A-Za-z0-9._-]{0,99}$'
