/** Who changes the configuration, and by which call. */
export interface Author {
  /** A user of the dashboard, `API key NAME`, or `mqdeck` for what the server does itself. */
  readonly by: string
  /** `PUT /configs/global_zone` */
  readonly call: string
}
