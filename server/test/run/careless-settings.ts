/** For clusters that may lose their data: copying the template then takes 30-100 ms instead of 130-900. */
export const CARELESS_SETTINGS = {
  fsync: 'off',
  full_page_writes: 'off',
  synchronous_commit: 'off',
  shared_buffers: '64MB',
  // Each copy of the template is a database that it would visit: hundreds in a run.
  autovacuum: 'off',
}
