/** What the frames show is judged by itself: nothing looks into a frame without rights. */
export const HOSTED = ['agreement', 'help', 'notices', 'tutorial', 'usage'] as const
