import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { AppError, messageOf, readHocon } from '@mqdeck/contract'
import { apiVersion } from '@mqdeck/plugin'
import * as z from 'zod'
import { ConfigError, type ConfigSchema, type Json, parseConfigSchema, type ReadConfig } from './config-schema.ts'
import { type NameVersion, nameVersionOf } from './name-version.ts'

/** An unpacked package, which was checked. */
export interface PluginPackage {
  readonly info: ReleaseInfo
  readonly readme: string | undefined
  /** Path of the ES module. */
  readonly main: string
  readonly schema: ConfigSchema | undefined
  readonly i18n: Readonly<Record<string, Readonly<Record<string, string>>>> | undefined
  /** The configuration that applies until the operator changes it. Undefined if the package has none. */
  readonly defaultConfig: ReadConfig | undefined
}

const texts = z.array(z.string())

/** `release.json`. Other fields are kept, as in EMQX. */
const ReleaseInfo = z.looseObject({
  name: z.string(),
  rel_vsn: z.string(),
  rel_apps: texts,
  description: z.string(),
  authors: texts.optional(),
  builder: z.looseObject({}).optional(),
  compatibility: z.record(z.string(), z.string()).optional(),
  functionality: texts.optional(),
  hidden: z.boolean().optional(),
  with_config_schema: z.boolean().optional(),
  metadata_vsn: z.string().optional(),
  /** Version of the API of MQDeck. Missing in packages for EMQX. */
  mqdeck_api: z.int().optional(),
  /** Path of the ES module in the folder of the application. Default `index.js`. */
  mqdeck_main: z.string().optional(),
})
type ReleaseInfo = z.infer<typeof ReleaseInfo>

const I18n = z.record(z.string(), z.record(z.string(), z.string()))

/** Bytes of a file that is read as a whole. */
const maxTextSize = 256 * 1024

const bad = (reason: string) => new AppError('BAD_PLUGIN_INFO', reason)

/**
 * Reads an unpacked package in EMQX's layout: `release.json` and `README.md`; in the folder of the application
 * (`NAME-VERSION/`), the code and `priv/` with schema, translations and default configuration.
 * @throws {AppError} BAD_PLUGIN_INFO with the reason
 */
export function checkPackage(folder: string, expected: NameVersion): PluginPackage {
  const wanted = nameVersionOf(expected)
  const info = readInfo(folder)
  if (info.name !== expected.name || info.rel_vsn !== expected.version)
    throw bad(`release.json describes ${info.name}-${info.rel_vsn}, but the package is called ${wanted}.`)
  if (info.mqdeck_api === undefined) {
    throw bad(
      containsErlang(folder)
        ? `${wanted} is an Erlang plugin. Erlang plugins run in EMQX only, because they are code for its Erlang virtual machine. Plugins of this broker are written in JavaScript.`
        : 'release.json has no "mqdeck_api". It must be the version of the plugin API that the plugin was written for, such as 1.',
    )
  }
  if (info.mqdeck_api !== apiVersion)
    throw bad(`${wanted} was written for version ${info.mqdeck_api} of the plugin API. This server supports version ${apiVersion}.`)
  const application = join(folder, wanted)
  const priv = join(application, 'priv')
  const schema = readSchema(priv)
  if (info.with_config_schema === true && !schema)
    throw bad(`release.json has "with_config_schema": true, but ${wanted}/priv/config_schema.avsc is missing.`)
  return {
    info: { ...info, with_config_schema: schema !== undefined },
    readme: readText(folder, 'README.md'),
    main: findMain(application, info.mqdeck_main ?? 'index.js', wanted),
    schema,
    i18n: readI18n(priv),
    defaultConfig: readDefaultConfig(priv, schema),
  }
}

function readInfo(folder: string): ReleaseInfo {
  const text = readText(folder, 'release.json')
  if (text === undefined) throw bad('The package contains no release.json.')
  const { success, data, error } = ReleaseInfo.safeParse(parseJson(text, 'release.json'))
  if (success) return data
  const [issue] = error.issues
  throw bad(`release.json is invalid: ${issue?.path.join('.') || 'the document'}: ${issue?.message}.`)
}

function findMain(application: string, main: string, wanted: string): string {
  const parts = main.split('/')
  if (parts.some((part) => part === '' || part === '..' || part.includes('\\')) || !/\.m?js$/.test(main))
    throw bad(`"mqdeck_main" in release.json must be the path of an ES module (.js or .mjs), not ${JSON.stringify(main)}.`)
  const path = join(application, main)
  if (!statSync(path, { throwIfNoEntry: false })?.isFile()) throw bad(`The package contains no ${wanted}/${main}.`)
  return path
}

function readSchema(priv: string): ConfigSchema | undefined {
  const text = readText(priv, 'config_schema.avsc')
  if (text === undefined) return undefined
  try {
    return parseConfigSchema(parseJson(text, 'config_schema.avsc'))
  } catch (error) {
    throw error instanceof ConfigError ? bad(`config_schema.avsc is invalid: ${error.message}.`) : error
  }
}

function readI18n(priv: string): PluginPackage['i18n'] {
  const text = readText(priv, 'config_i18n.json')
  if (text === undefined) return undefined
  const { success, data } = I18n.safeParse(parseJson(text, 'config_i18n.json'))
  if (!success) throw bad('config_i18n.json is invalid: it must contain an object of texts by language for each key.')
  return data
}

function readDefaultConfig(priv: string, schema: ConfigSchema | undefined): ReadConfig | undefined {
  const text = readText(priv, 'config.hocon')
  if (text === undefined && !schema) return undefined
  const config = text === undefined ? {} : parseHocon(text)
  if (!schema) return { encoded: config, plain: config }
  try {
    return schema.read(config)
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    const file = text === undefined ? 'The defaults in config_schema.avsc are' : 'config.hocon is'
    throw bad(`${file} not a valid configuration: ${error.message}.`)
  }
}

function parseHocon(text: string): Json {
  try {
    return readHocon(text)
  } catch (error) {
    throw bad(`config.hocon cannot be read: ${messageOf(error)}.`)
  }
}

function parseJson(text: string, file: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    throw bad(`${file} is not JSON: ${messageOf(error)}.`)
  }
}

function readText(folder: string, name: string): string | undefined {
  const path = join(folder, name)
  const found = statSync(path, { throwIfNoEntry: false })
  if (!found?.isFile()) return undefined
  if (found.size > maxTextSize) throw bad(`${name} is larger than ${maxTextSize} bytes.`)
  return readFileSync(path, 'utf8')
}

const containsErlang = (folder: string) =>
  readdirSync(folder, { recursive: true }).some((path) => /\.(beam|app)$/.test(String(path)))

