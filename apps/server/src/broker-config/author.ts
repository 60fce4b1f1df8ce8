/** User who changes the configuration, and the call. */
export interface Author {
  /** A dashboard user, `API key NAME`, or `mqdeck` for changes by the server itself. */
  readonly by: string
  /** `PUT /configs/global_zone` */
  readonly call: string
}
