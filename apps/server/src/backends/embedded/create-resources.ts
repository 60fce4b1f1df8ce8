import { type Api, api, type Handlers } from '@mqdeck/contract'
import type { Connections } from '../../broker-config/configuration.ts'
import { rootNames } from '../../broker-config/roots.ts'
import type { Call } from '../../http/mount.ts'
import type { BrokerContext } from './broker-context.ts'
import type { AnyModule, Provided, Resource, ResourceOf } from './resource-module.ts'

type NamesIn<R> = R extends { readonly handlers: infer H } ? keyof H : never
/** The compiler names the endpoints that no module handles. */
type HandlersOf<M extends AnyModule> =
  Exclude<keyof Api, NamesIn<ResourceOf<M>>> extends never
    ? Handlers<Api, Call>
    : { readonly withoutModule: Exclude<keyof Api, NamesIn<ResourceOf<M>>> }

/** The resources of a list of modules. */
export interface Resources<Listed extends AnyModule> {
  /** The part of a module that other modules use. @throws {Error} if the module is not in the list */
  get<M extends Listed>(module: M): Provided<M>
  /** Handlers of all endpoints. @throws {Error} that names endpoints without a handler or with two */
  handlers(): HandlersOf<Listed>
  /** All roots except `dashboard`, which the server connects. @throws {Error} as above */
  roots(): Omit<Connections, 'dashboard'>
}

/**
 * Creates the modules in their order.
 * @param created receives each resource when it is created
 * @throws {Error} (rejects) if a module comes before a module that it needs
 */
export async function createResources<Listed extends AnyModule>(
  modules: readonly Listed[],
  context: BrokerContext,
  created: Resource[],
): Promise<Resources<Listed>> {
  const byModule = new Map<AnyModule, Resource>()
  const find = (module: AnyModule, user: string): unknown => {
    const resource = byModule.get(module)
    if (!resource) throw new Error(`${user} must come after the module ${module.name}`)
    return resource.provides
  }
  for (const module of modules) {
    const needs = Object.entries(module.needs).map(([name, need]) => [name, find(need, module.name)] as const)
    const resource = await module.create(context, Object.fromEntries(needs) as never) // by the names of its needs
    byModule.set(module, resource)
    created.push(resource)
  }
  return {
    get: <M extends Listed>(module: M) => find(module, 'its user') as Provided<M>, // what its `create` has returned
    handlers: () => merged(created, ({ handlers }) => handlers, Object.keys(api), 'endpoint') as HandlersOf<Listed>, // all endpoints
    roots: () =>
      merged(
        created,
        ({ roots }) => roots,
        rootNames.filter((name) => name !== 'dashboard'),
        'configuration root',
      ) as Omit<Connections, 'dashboard'>, // all of these roots
  }
}

/** @throws {Error} unless the parts together have exactly these names, each once */
function merged(
  resources: readonly Resource[],
  partOf: (resource: Resource) => object | undefined,
  names: readonly string[],
  what: string,
): object {
  const all = resources.flatMap((resource) => Object.entries(partOf(resource) ?? {}))
  const found = new Map(all)
  const missing = names.filter((name) => !found.has(name))
  const twice = all.filter(([name, value]) => found.get(name) !== value).map(([name]) => name)
  const unknown = [...found.keys()].filter((name) => !names.includes(name))
  const problems = [
    ...missing.map((name) => `the ${what} ${name} has no module`),
    ...twice.map((name) => `the ${what} ${name} has two modules`),
    ...unknown.map((name) => `the ${what} ${name} does not exist`),
  ]
  if (problems.length > 0) throw new Error(problems.join(', '))
  return Object.fromEntries(all)
}
