import type { Lwm2mResource } from './details.ts'

/** The API of the LwM2M gateway: commands to its clients. */
export interface Lwm2mApi {
  /** The latest response to this action. `code` and `codeMsg` are `6.01` and `reply_not_received` if there is none. */
  lookup(at: DevicePath & { readonly action: string }): LatestResponse | 'unknown'
  /**
   * Send a command without waiting for the response. `unknown`: no client with this ID is connected.
   * @throws {AppError} (rejects) if the path or the value is invalid
   */
  read(at: DevicePath): Promise<'sent' | 'unknown'>
  write(at: DevicePath & { readonly type: string; readonly value: string }): Promise<'sent' | 'unknown'>
  observe(at: DevicePath & { readonly enable: boolean }): Promise<'sent' | 'unknown'>
}

export interface DevicePath {
  readonly clientId: string
  /** `/3/0/0` */
  readonly path: string
}

export interface LatestResponse {
  readonly code: string
  readonly codeMsg: string
  readonly content?: readonly DeviceValue[]
}

export interface DeviceValue {
  readonly path?: string
  readonly value?: string | number | boolean
  readonly name?: string
  readonly dataType?: NonNullable<Lwm2mResource['type']>
  readonly operations?: string
}
