/** The SEC's number of a filing, with dashes: the filer's agent, the year, and a count. */
export const ACCESSION = /^\d{10}-\d{2}-\d{6}$/;
