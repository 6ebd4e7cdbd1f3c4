/** The icons of a state. In a file of its own, because the HTML of /user needs them without the whole set. */
export const signShapes = {
  check: 'M5 12.5l4.5 4.5L19 7.5',
  clock: 'M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18ZM12 7.5V12l3.2 2',
  lock: 'M5.5 11h13v9.5h-13V11ZM8.3 11V8a3.7 3.7 0 0 1 7.4 0v3M12 14.7v2',
  pause: 'M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18ZM9.8 8.5v7M14.2 8.5v7',
  warning: 'M12 4L2.8 19.5h18.4L12 4ZM12 10v4.5M12 17v.1',
} as const
