import { run } from './process/run.ts'

await run(process.argv.slice(2))
