/** Ours follows the level of the API: `/api/v5` as of 5.8. */
export const version = '5.8.0'
