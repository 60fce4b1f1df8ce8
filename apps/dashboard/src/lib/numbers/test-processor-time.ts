interface ProcessorTime {
  readonly measureProcessorTime: () => () => number
}

// By glob, because this folder has browser types, and the time of a processor comes from Node.
const [read] = Object.values(import.meta.glob<ProcessorTime>('../../../../../packages/kit/src/processor-time.ts'))
if (!read) throw new Error('packages/kit/src/processor-time.ts is not there')

/** For tests: starts to measure. The function returns the milliseconds of processor time since then, as in `@mqdeck/kit`. */
export const { measureProcessorTime } = await read()
