// minotor (JavaScript, MIT): earliest arrival and changes, one day; wants the feed as a zip.
import path from "node:path";
import { pathToFileURL } from "node:url";
import { serve, version } from "./worker.mjs";

async function load(order) {
  const dist = path.join(order.npm, "node_modules", "minotor", "dist");
  const { GtfsParser } = await import(pathToFileURL(path.join(dist, "parser.esm.js")));
  const { Query, Router, Time } = await import(pathToFileURL(path.join(dist, "router.esm.js")));
  const [year, month, day] = order.date.split("-").map(Number);
  const parser = new GtfsParser(order.zip);
  const { timetable, stopsIndex } = await parser.parse(new Date(year, month - 1, day, 12));
  const router = new Router(timetable, stopsIndex);
  const find = stopsIndex.findStopBySourceStopId ?? stopsIndex.findStopById;
  const ids = new Map(order.stops.map((stop) => [stop, find.call(stopsIndex, stop)?.id]));
  const earliest = ([origin, goal, time]) => {
    const query = new Query.Builder()
      .from(ids.get(origin))
      .to(ids.get(goal))
      .departureTime(Time.fromSeconds(time))
      .maxTransfers(8)
      .build();
    const found = router.route(query).arrivalAt(ids.get(goal));
    return found ? { arrival: found.time.toSeconds() } : null;
  };
  return [version(order.npm, "minotor"), { earliest }];
}

await serve(load);
