import { rmSync } from 'node:fs'

// Loaded into the server process: stops it when the demo ends in any way, and deletes its data.
process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'))
process.once('exit', () => rmSync(process.env.MQDECK_DATA_DIR, { recursive: true, force: true }))
