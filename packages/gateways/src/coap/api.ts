/** The API of the CoAP gateway: requests to its clients. */
export interface CoapApi {
  /** `unknown`: no client with this ID is connected. @throws {AppError} (rejects) if the request is invalid */
  request(clientId: string, request: DeviceRequest): Promise<DeviceResponse | 'unknown' | 'timeout'>
}

export interface DeviceRequest {
  /** At most 8 bytes (RFC 7252, 3). */
  readonly token: string
  readonly method: 'get' | 'put' | 'post' | 'delete'
  readonly contentType: 'text/plain' | 'application/json' | 'application/octet-stream'
  readonly payload: string
  /** Milliseconds. */
  readonly timeout: number
}

export interface DeviceResponse {
  readonly id: number
  readonly token: string
  /** EMQX's name of the response code, such as `{ok,content}`. */
  readonly method: string
  readonly payload: string
}
