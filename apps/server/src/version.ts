/** Follows the API level: `/api/v5` of EMQX 5.8. */
export const version = '5.8.0'
