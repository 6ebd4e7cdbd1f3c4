/** What the shell shows over a screen. */
export type Opened = 'nothing' | 'more' | 'language' | 'keys' | 'offices' | 'finder'
