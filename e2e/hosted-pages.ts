/** Hosted pages are checked separately, because the checks cannot look into a frame without rights. */
export const HOSTED = ['agreement', 'help', 'notices', 'tutorial', 'usage'] as const
