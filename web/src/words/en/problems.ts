/** What went wrong outside the server's answer. */
export const problems = {
  unreachable: "The server cannot be reached. Check that it is running, then try again.",
  unknown: "Something went wrong. Try again. If it happens again, tell your administrator.",
};
