import { isRecord } from '@mqdeck/contract'
import { parse } from 'yaml'
import { text, type ValueType } from './value-types.ts'

/** A cluster that is served at `/@name/`. */
export interface ClusterProfile {
  readonly name: string
  /** URLs of its nodes without trailing slashes. */
  readonly broker: readonly string[]
  /** File with the CA certificates (PEM) of the nodes. */
  readonly caFile: string | undefined
  readonly color: ProfileColor | undefined
  /** Destructive actions require typing the name of the cluster. */
  readonly production: boolean
}

const profileColors = ['green', 'blue', 'purple', 'pink', 'red', 'orange', 'grey'] as const
type ProfileColor = (typeof profileColors)[number]

const urlsExpected = 'URLs of nodes separated by commas, such as http://node1:18083,http://node2:18083'

/** URLs of the nodes of one cluster. */
export const nodeUrls: ValueType<readonly string[]> = {
  expects: urlsExpected,
  read: (value) => readUrls(value),
  readTree: (value) => readUrls(value),
  show: (value) => value.join(','),
}

/** `/mqtt`, or empty for the root. */
export const basePath: ValueType<string> = {
  expects: 'a path such as /mqtt with letters, digits, dots, hyphens and underscores',
  read: (value) => {
    const path = String(value).replace(/\/+$/, '')
    // The server's own paths must not be hidden or moved.
    const isUsable = /^(\/[\w-][\w.-]*)*$/.test(path) && !/^\/(api|api-docs|status|mqdeck)(\/|$)/.test(path)
    return isUsable ? path : undefined
  },
}

/** A list in the file. In the variable, the same list as one line of YAML or JSON. */
export const clusterProfiles: ValueType<readonly ClusterProfile[]> = {
  expects: 'a list of clusters, each with name and broker',
  read: (value) => (value === '' ? [] : undefined),
  readTree: (value, problem) => readProfiles(typeof value === 'string' ? parseText(value, problem) : value, problem),
  show: (value) => value.map(({ name }) => name).join(', '),
}

type Problem = (path: string, what: string) => void

function readUrls(value: unknown): readonly string[] | undefined {
  const parts = Array.isArray(value) ? value : typeof value === 'string' ? value.split(',') : undefined
  const urls = parts?.map((part: unknown) => String(part).trim()).filter((part) => part !== '')
  return urls?.every(isNodeUrl) ? [...new Set(urls.map((url) => url.replace(/\/+$/, '')))] : undefined
}

/** Passwords are not allowed in URLs, because users sign in to the dashboard, and URLs are shown in errors. */
function isNodeUrl(value: string): boolean {
  if (!/^https?:\/\//.test(value) || !URL.canParse(value)) return false
  const { username, password, search, hash } = new URL(value)
  return username === '' && password === '' && search === '' && hash === ''
}

function parseText(value: string, problem: Problem): unknown {
  try {
    return parse(value)
  } catch {
    problem('', 'expected a list in YAML or JSON')
    return []
  }
}

function readProfiles(value: unknown, problem: Problem): readonly ClusterProfile[] | undefined {
  if (value === null || value === '') return []
  if (!Array.isArray(value)) return undefined
  const profiles = value.map((one: unknown, index) =>
    readProfile(one, (path, what) => problem(`[${index}]${path}`, what)),
  )
  const names = profiles.map((profile) => profile?.name)
  names.forEach((name, index) => {
    if (name !== undefined && names.indexOf(name) < index) problem(`[${index}].name`, `${name} is used twice`)
  })
  return profiles.filter((profile) => profile !== undefined)
}

const profileKeys = ['name', 'broker', 'ca_file', 'color', 'production']

function readProfile(value: unknown, problem: Problem): ClusterProfile | undefined {
  if (!isRecord(value)) {
    problem('', `expected ${profileKeys.join(', ')}`)
    return undefined
  }
  const given: Readonly<Record<string, unknown>> = { ...value }
  for (const key of Object.keys(given).filter((one) => !profileKeys.includes(one))) {
    problem(`.${key}`, `unknown key, the keys are ${profileKeys.join(', ')}`)
  }
  const { name, color, ca_file: caFile, production = false } = given
  const broker = readUrls(given.broker)
  const found = profileColors.find((one) => one === color)
  const isNamed = typeof name === 'string' && /^[a-zA-Z0-9][\w-]{0,31}$/.test(name)
  if (!isNamed) problem('.name', 'expected 1 to 32 letters, digits, hyphens and underscores')
  if (broker === undefined || broker.length === 0) problem('.broker', `expected ${urlsExpected}`)
  if (color !== undefined && found === undefined) problem('.color', `expected ${profileColors.join(', ')}`)
  if (caFile !== undefined && (typeof caFile !== 'string' || caFile === ''))
    problem('.ca_file', `expected ${text.expects}`)
  if (typeof production !== 'boolean') problem('.production', 'expected true or false')
  if (!isNamed || broker === undefined) return undefined
  return {
    name,
    broker,
    caFile: typeof caFile === 'string' ? caFile : undefined,
    color: found,
    production: production === true,
  }
}
