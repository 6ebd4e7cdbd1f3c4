export type Point = readonly [x: number, y: number]
export type Stroke = readonly Point[]

/**
 * Our own stroke letters on a grid 10 wide and 14 high, y downwards. Leaves out characters that look like another when
 * bent (0 O, 1 I, 2 Z, 5 S, 8 B, G, M W, Q, V).
 */
const drawings: Record<string, string> = {
  '3': '1,2 4,0 8,1 9,4 7,6 4,7 | 4,7 8,8 9,11 6,14 3,14 1,12',
  '4': '7,14 7,0 0,10 10,10',
  '6': '8,1 5,0 2,3 1,8 2,12 5,14 8,13 9,10 7,7 4,7 1,10',
  '7': '0,0 10,0 6,7 4,14',
  '9': '9,5 7,7 3,7 1,4 3,1 6,0 9,2 9,7 7,12 4,14',
  A: '0,14 5,0 10,14 | 2,9 8,9',
  C: '9,2 6,0 3,1 1,4 1,10 3,13 6,14 9,12',
  E: '9,0 1,0 1,14 9,14 | 1,7 7,7',
  F: '9,0 1,0 1,14 | 1,7 7,7',
  H: '1,0 1,14 | 9,0 9,14 | 1,7 9,7',
  J: '3,0 9,0 | 7,0 7,11 5,14 2,13 1,10',
  K: '1,0 1,14 | 9,0 1,8 | 3,6 9,14',
  L: '1,0 1,14 9,14',
  N: '1,14 1,0 9,14 9,0',
  P: '1,14 1,0 6,0 9,2 9,6 6,8 1,8',
  R: '1,14 1,0 6,0 9,2 9,5 6,7 1,7 | 5,7 9,14',
  T: '0,0 10,0 | 5,0 5,14',
  U: '1,0 1,10 3,13 5,14 7,13 9,10 9,0',
  X: '0,0 10,14 | 10,0 0,14',
  Y: '0,0 5,7 10,0 | 5,7 5,14',
}

export const glyphs: Readonly<Record<string, readonly Stroke[]>> = Object.fromEntries(
  Object.entries(drawings).map(([character, text]) => [character, text.split('|').map(readStroke)]),
)

function readStroke(text: string): Stroke {
  return text
    .trim()
    .split(' ')
    .map((pair) => {
      const [x = 0, y = 0] = pair.split(',').map(Number)
      return [x, y] as const
    })
}
