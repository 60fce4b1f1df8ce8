import { z } from 'zod'
import { isRecord } from '../../../lib/json/json-path.ts'

/** A resource of an LwM2M device. */
export interface Resource {
  /** `/3/0/0` */
  readonly path: string
  /** Undefined if the broker does not report names. */
  readonly name: string | undefined
  readonly unit: string | undefined
  readonly type: string | undefined
  readonly value: unknown
  readonly canRead: boolean
  readonly canWrite: boolean
  readonly isObserved: boolean
}

/** An instance of an object: `/3/0`. */
export interface ResourceGroup {
  readonly path: string
  readonly name: string | undefined
  readonly resources: readonly Resource[]
}

/** Object, instance, resource, resource instance. */
export const isPath = (text: string): boolean => /^(\/\d+){1,4}$/.test(text)

/** The values in the reply to a read command: `[{"path": "/3/0/0", "value": "x"}]`. */
export function valuesOf(path: string, content: unknown): readonly (readonly [string, unknown])[] {
  if (content === undefined || content === null || content === '') return []
  if (!Array.isArray(content)) return [[path, content]]
  return content.filter(isRecord).map((one) => [typeof one.path === 'string' ? one.path : path, one.value] as const)
}

/**
 * The resources that the broker lists for the device, and those of earlier replies, by instance.
 * @param replies values by path
 */
export function groupsOf(client: object, replies: ReadonlyMap<string, unknown>): readonly ResourceGroup[] {
  const listed = listedGroups(Reflect.get(client, 'lwm2m'))
  const known = new Set(listed.flatMap(({ resources }) => resources.map(({ path }) => path)))
  const others = [...replies].filter(([path]) => !known.has(path)).map(([path, value]) => unnamed(path, value))
  const groups = new Map(listed.map((group) => [group.path, group]))
  for (const resource of others) {
    const path = instanceOf(resource.path)
    const group = groups.get(path) ?? { path, name: undefined, resources: [] }
    groups.set(path, { ...group, resources: [...group.resources, resource] })
  }
  return [...groups.values()]
    .map((group) => ({
      ...group,
      resources: group.resources
        .map((one) => (replies.has(one.path) ? { ...one, value: replies.get(one.path) } : one))
        .toSorted((a, b) => byPath(a.path, b.path)),
    }))
    .toSorted((a, b) => byPath(a.path, b.path))
}

const instanceOf = (path: string) => path.split('/').slice(0, 3).join('/')

const unnamed = (path: string, value: unknown): Resource => ({
  path,
  name: undefined,
  unit: undefined,
  type: undefined,
  value,
  canRead: true,
  canWrite: true,
  isObserved: false,
})

/** The field `lwm2m` of a client. Only MQDeck brokers have it: see `Lwm2mDetails` of packages/gateways. */
const Listed = z.object({
  objects: z.array(
    z.object({
      id: z.number(),
      name: z.string().optional(),
      instances: z.array(
        z.object({
          id: z.number(),
          resources: z.array(
            z.object({
              id: z.number(),
              name: z.string().optional(),
              type: z.string().optional(),
              unit: z.string().optional(),
              operations: z.string(),
              value: z.unknown().optional(),
              observed: z.boolean().optional(),
            }),
          ),
        }),
      ),
    }),
  ),
})

function listedGroups(field: unknown): readonly ResourceGroup[] {
  const { data } = Listed.safeParse(field)
  return (data?.objects ?? []).flatMap((object) =>
    object.instances.map((instance) => {
      const path = `/${object.id}/${instance.id}`
      return { path, name: object.name, resources: instance.resources.map((one) => named(path, one)) }
    }),
  )
}

function named(instance: string, { id, name, type, unit, operations, value, observed }: ListedResource): Resource {
  return {
    path: `${instance}/${id}`,
    name,
    type,
    unit,
    value,
    canRead: operations.includes('R'),
    canWrite: operations.includes('W'),
    isObserved: observed === true,
  }
}

type ListedResource = z.output<typeof Listed>['objects'][number]['instances'][number]['resources'][number]

function byPath(a: string, b: string): number {
  const [first, second] = [a, b].map((path) => path.split('/').map(Number))
  const at = (first ?? []).findIndex((one, index) => one !== second?.[index])
  return at < 0 ? 0 : (first?.[at] ?? 0) - (second?.[at] ?? -1)
}
