/** What the operator calls an old panel who was asked for no name. */
export const ONLY_SOURCE = 'panel'

/** As the command names it, but for the fork: its name there is an English sentence. */
export const panelName = (panel: string, fork: string) => panel.replace('V2Board of wyx2685', fork)
