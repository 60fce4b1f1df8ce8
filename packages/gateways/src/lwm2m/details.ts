/**
 * `details.lwm2m` of a client of the LwM2M gateway, in addition to EMQX's `endpoint_name` and `lifetime`: the
 * registered objects with the names of their definitions and the latest values. Pages show it.
 */
export interface Lwm2mDetails {
  readonly objects: readonly {
    readonly id: number
    readonly name?: string
    readonly instances: readonly {
      readonly id: number
      readonly resources: readonly Lwm2mResource[]
    }[]
  }[]
}

export interface Lwm2mResource {
  readonly id: number
  readonly name?: string
  /** Data type of its definition. */
  readonly type?: 'String' | 'Integer' | 'Float' | 'Boolean' | 'Time' | 'Opaque' | 'Objlnk'
  readonly unit?: string
  /** Operations of its definition; `RW` for a resource without a definition. */
  readonly operations: 'R' | 'W' | 'RW' | 'E' | ''
  /** The latest value that the device has sent. */
  readonly value?: unknown
  readonly observed?: boolean
}
