/** Where the build put the portal's login and home: ui/build/built-apart.ts. */
declare module 'virtual:shop' {
  export const script: string
  export const style: string
}
