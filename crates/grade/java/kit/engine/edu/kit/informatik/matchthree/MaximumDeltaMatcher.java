package edu.kit.informatik.matchthree;

import edu.kit.informatik.matchthree.framework.Delta;
import java.util.Set;
import quincunx.bridge.RemoteMatcher;

/** Finds matches by the engine. */
public class MaximumDeltaMatcher extends RemoteMatcher {
    /** Creates the matcher of some steps. */
    public MaximumDeltaMatcher(Set<Delta> deltas) {
        super(deltas);
    }
}
