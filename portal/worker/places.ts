/** Facts of the last visit and the page around them, of one reseller and account. Deleted when that one leaves. */
export const KEPT_CACHE = 'kept'
export const KEPT_PAGE = '/kept/page'
/** The reseller that the kept page belongs to. */
export const KEPT_KEY_HEADER = 'x-kept-key'

const FILES_CACHE = 'files-'
/** Scripts and styles of one build: a kept page finds all its files there, or is not shown. */
export const filesCacheOf = (build: string) => FILES_CACHE + build
export const isFilesCache = (name: string) => name.startsWith(FILES_CACHE)
